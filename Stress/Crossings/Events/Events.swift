/// Everything that happens in programs.
package enum Events {
  static let all: [Event] = changes + ends + scopes + cancellations + failures + insides
}
