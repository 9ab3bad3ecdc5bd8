/// What a hand-written registry stores: boxes by type, and by type and name.
///
/// The boxes are cast back without a check, which is as fast as this idiom gets; a checked cast to a protocol costs three times the rest.
struct Table: Sendable {
  typealias Held = AnyObject & Sendable

  var instances: [ObjectIdentifier: any Held] = [:]
  var factories: [ObjectIdentifier: any Held] = [:]
  var named: [NamedKey: any Held] = [:]
  var namedFactories: [NamedKey: any Held] = [:]
}
