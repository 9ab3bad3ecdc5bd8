/// What failed builds of one group made, until the code of all of them has returned. Guard of everything: `BuildLock.lock`.
/// unkept: no member is removed, `keep` keeps what it replaces, and the whole is kept itself.
final class FailedGroup: Keepable {
  var members: [Attempt] = []
  /// Of how many the code has not returned.
  var running = 0
  /// By the member, which `members` keeps.
  private(set) var remains: [ObjectIdentifier: AnyObject] = [:]

  /// Keeps what a member, which `members` keeps, has made.
  func keep(_ made: AnyObject, of member: Attempt) {
    if Mutant.circleRemainsLost.isActive { return BuildLock.lock.keep(made) }
    if let old = remains.updateValue(made, forKey: ObjectIdentifier(member)) { BuildLock.lock.keep(old) }
  }
}
