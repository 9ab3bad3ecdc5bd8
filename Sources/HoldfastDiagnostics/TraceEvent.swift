/// One event of the Chrome trace event format; the fields are the format's own.
struct TraceEvent {
  let name: String
  let cat: String
  var ph: String
  var ts: Double
  var dur: Double?
  var pid = 1
  let tid: UInt
  /// Holds the two ends of an asynchronous event together.
  var id: Int?
  var args: [String: String]?

  /// Complete events in order of their beginning, with those that would cut through another one of their thread made asynchronous.
  static func laidOut(_ slices: [TraceEvent]) -> [TraceEvent] {
    var result: [TraceEvent] = []
    var open: [UInt: [Double]] = [:]
    for slice in slices.sorted(by: { ($0.ts, -($0.dur ?? 0)) < ($1.ts, -($1.dur ?? 0)) }) {
      let end = slice.ts + (slice.dur ?? 0)
      var ends = open[slice.tid] ?? []
      while let last = ends.last, last <= slice.ts { ends.removeLast() }
      if ends.last.map({ end > $0 }) ?? false {
        result += slice.asynchronous(number: result.count)
      } else {
        ends.append(end)
        result.append(slice)
      }
      open[slice.tid] = ends
    }
    return result
  }

  private func asynchronous(number: Int) -> [TraceEvent] {
    var (begin, end) = (self, self)
    (begin.ph, begin.dur, begin.id) = ("b", nil, number)
    (end.ph, end.ts, end.dur, end.id, end.args) = ("e", ts + (dur ?? 0), nil, number, nil)
    return [begin, end]
  }

  /// The event as JSON text.
  var json: String {
    var fields = ["\"name\":\(Self.quoted(name))", "\"cat\":\(Self.quoted(cat))", "\"ph\":\(Self.quoted(ph))", "\"ts\":\(ts)"]
    if let dur { fields.append("\"dur\":\(dur)") }
    fields += ["\"pid\":\(pid)", "\"tid\":\(tid)"]
    if let id { fields.append("\"id\":\(id)") }
    if let args {
      let pairs = args.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\(Self.quoted($0.value))" }
      fields.append("\"args\":{\(pairs.joined(separator: ","))}")
    }
    return "{\(fields.joined(separator: ","))}"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..<" ":
        let code = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
