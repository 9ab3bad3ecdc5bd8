/// The one error that the container throws: what happened, to which key, on which path, and what to do about it.
///
/// ```swift
/// do { _ = try container.resolve(Checkout.self) } catch {
///   print(error)                      // code, key, path, registration site, cause, remedy
///   if error.code == .notRegistered { … }
///   if let cause = error.underlying as? PaymentError { … }
/// }
/// ```
///
/// Two errors are equal when code, key and path are. Its text is at most 4 KiB long and free of control characters.
public struct ResolutionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Kept on the heap so that throwing moves one word; copied before it is changed when it is shared.
  private var details: Details

  private final class Details: Sendable {
    let code: Code
    let key: AnyKey
    let path: [AnyKey]
    let site: RegistrationSite?
    let underlying: (any Error)?
    let message: String
    let remedy: String
    /// Of a cycle, where each key of its path is registered; of what is not registered, where that is which needs it.
    let sites: [RegistrationSite]

    init(
      code: Code, key: AnyKey, path: [AnyKey], site: RegistrationSite?, underlying: (any Error)?, message: String, remedy: String,
      sites: [RegistrationSite]
    ) {
      self.code = code
      self.key = key
      self.path = path
      self.site = site
      self.underlying = underlying
      self.message = message
      self.remedy = remedy
      self.sites = sites
    }
  }

  init(
    _ code: Code, _ key: AnyKey, path: [AnyKey]? = nil, site: RegistrationSite? = nil, underlying: (any Error)? = nil, message: String,
    remedy: String, sites: [RegistrationSite] = []
  ) {
    details = Details(
      code: code, key: key, path: path ?? [key], site: site, underlying: underlying, message: message, remedy: remedy, sites: sites)
  }

  /// What went wrong, for a program to look at.
  public var code: Code { details.code }
  /// What could not be resolved or registered.
  public var key: AnyKey { details.key }
  /// From what was asked for first to `key`: each needs the next. Of a very deep path the two ends are kept.
  public var path: [AnyKey] { details.path }
  /// Where `key` is registered, if it is.
  public var site: RegistrationSite? { details.site }
  /// What the factory threw.
  public var underlying: (any Error)? { details.underlying }
  /// What happened, in one sentence.
  public var message: String { details.message }
  /// What to do about it, in one sentence.
  public var remedy: String { details.remedy }
  /// Other places that its text names; see `Details`.
  var sites: [RegistrationSite] { details.sites }

  public static func == (left: ResolutionError, right: ResolutionError) -> Bool {
    left.code == right.code && left.key == right.key && left.path == right.path
  }

  /// The same error seen from one step further up: the factory of `key`, which is registered at `consumer`, asked for what failed.
  func needed(by key: AnyKey, at consumer: RegistrationSite) -> ResolutionError {
    let sites = code == .notRegistered && self.path.count == 1 ? [consumer] : self.sites
    var path = self.path
    if code == .cycle, let index = path.firstIndex(of: key) {
      // The path comes back to where it was: one round of the cycle says it all.
      path = [key] + path[...index]
    } else if path.count < Self.pathLimit {
      path.insert(key, at: 0)
    } else {
      path[0] = key
    }
    return ResolutionError(
      code, self.key, path: path, site: site, underlying: underlying, message: message, remedy: remedy, sites: sites)
  }

  private static let pathLimit = 64
}
