/// Text from elsewhere, made safe to print: quoted, control characters escaped, cut at a limit.
struct Escaped: CustomStringConvertible {
  let description: String
  var unquoted: Substring { description.dropFirst().dropLast() }

  init(_ text: String, limit: Int) {
    var result = "\""
    for scalar in text.unicodeScalars.prefix(limit) {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      case "\u{2028}", "\u{2029}": result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    let more = text.unicodeScalars.dropFirst(limit)
    description = more.isEmpty ? result + "\"" : result + "…\""
  }
}
