/// The error that containers throw. It says what happened to which key, and what to do about it.
///
/// ```swift
/// do { _ = try container.resolve(Checkout.self) } catch {
///   print(error)                      // code, key, path, registration site, cause, remedy
///   if error.code == .notRegistered { … }
///   if let cause = error.underlying as? PaymentError { … }
/// }
/// ```
///
/// Two errors are equal if their codes, keys and paths are equal. The text is at most 4 KiB long and contains no control characters.
public struct ResolutionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// On the heap, so that throwing moves only one word.
  private var details: Details

  private final class Details: Sendable {
    let code: Code
    let key: AnyKey
    let path: [AnyKey]
    let site: SourceSite?
    let underlying: (any Error)?
    let text: Text
    /// For a cycle, the registration of each key on its path; for a missing key, the registration that needs it.
    let sites: [SourceSite]
    /// The code that asked too early for what only a task or the main actor can build.
    let tooEarly: TooEarly?

    init(
      code: Code, key: AnyKey, path: [AnyKey], site: SourceSite?, underlying: (any Error)?, text: Text, sites: [SourceSite],
      tooEarly: TooEarly?
    ) {
      self.code = code
      self.key = key
      self.path = path
      self.site = site
      self.underlying = underlying
      self.text = text
      self.sites = sites
      self.tooEarly = tooEarly
    }
  }

  @inline(never)  // for size: errors are made in many places
  init(
    _ code: Code, _ key: AnyKey, path: [AnyKey]? = nil, site: SourceSite? = nil, underlying: (any Error)? = nil, message: String,
    remedy: String, sites: [SourceSite] = [], tooEarly: TooEarly? = nil
  ) {
    details = Details(
      code: code, key: key, path: path ?? [key], site: site, underlying: underlying, text: .known(Words(message: message, remedy: remedy)),
      sites: sites, tooEarly: tooEarly)
  }

  /// A cycle, from the first key of `path` to the last one, which is the same.
  init(cycle path: [AnyKey], site: SourceSite?, sites: [SourceSite], remedy: String) {
    details = Details(
      code: .cycle, key: path[0], path: path, site: site, underlying: nil, text: .cycle(remedy: remedy), sites: sites, tooEarly: nil)
  }

  /// For the other libraries of this package.
  package static func of(_ code: Code, _ key: AnyKey, message: String, remedy: String) -> ResolutionError {
    ResolutionError(code, key, message: message, remedy: remedy)
  }

  /// - Parameter words: what it says to people, found when they read it: called outside every lock, once as a rule.
  init(_ code: Code, _ key: AnyKey, words: @escaping @Sendable () -> Words) {
    details = Details(
      code: code, key: key, path: [key], site: nil, underlying: nil, text: .late(LateWords(words)), sites: [], tooEarly: nil)
  }

  /// What went wrong, for a program to look at.
  public var code: Code { details.code }
  /// The key that could not be resolved or registered.
  public var key: AnyKey { details.key }
  /// The path from the key that was asked for first to `key`; each key needs the next. A very deep path keeps only its two ends.
  public var path: [AnyKey] { details.path }
  /// Where `key` is registered, if it is.
  public var site: SourceSite? { details.site }
  /// The error that the factory threw, if it threw one.
  public var underlying: (any Error)? { details.underlying }
  /// What happened, in one sentence.
  public var message: String { words.message }
  /// What to do about it, in one sentence. For a key that is not registered, the container, if it still lives, looks for similar ones when you
  /// read this.
  public var remedy: String {
    let words = words
    return path.count > 1 ? words.remedy + words.remedyForNeeds : words.remedy
  }
  private var words: Words { details.text.words(from: key) }
  /// Other places that the text names; see `Details`.
  var sites: [SourceSite] { details.sites }
  var tooEarly: TooEarly? { details.tooEarly }

  public static func == (left: ResolutionError, right: ResolutionError) -> Bool {
    left.code == right.code && left.key == right.key && left.path == right.path
  }

  /// The error for the factory of `key`, registered at `consumer`, which asked for what failed: the path is one step longer.
  func needed(by key: AnyKey, at consumer: SourceSite) -> ResolutionError {
    if code == .cycle, let index = path.firstIndex(of: key), index >= startOfCycle { return cycle(from: key, consumer, at: index) }
    var path = self.path
    if path.count < Self.pathLimit { path.insert(key, at: 0) } else { path[0] = key }
    let sites = code == .notRegistered && self.path.count == 1 ? [consumer] : self.sites
    return changed { ($0.key, path, $0.site, sites, $0.text) }
  }

  /// Where the path is for the first time where it ends.
  private var startOfCycle: Int { path.last.flatMap { path.firstIndex(of: $0) } ?? 0 }

  /// The path comes back to where it was: one round of the cycle says it all, from `key`, which is registered at `site`, to `key`.
  private func cycle(from key: AnyKey, _ site: SourceSite, at index: Int) -> ResolutionError {
    // Transients on the cycle have no place among the others.
    let sites = sites.count + 1 == path.count ? [sites[index % sites.count]] + sites[..<index] : sites
    let path = [key] + path[...index]
    return changed { _ in (key, path, site, sites, details.text) }
  }

  /// The error of a cycle that leads through a collection, of which `member` is one.
  func through(collectionOf member: AnyKey) -> ResolutionError {
    // What is contributed is part of what other code collects, and stands for no other member.
    member.isContribution ? self : saying(member.remedyForComposite)
  }

  /// The error with another remedy.
  func saying(_ remedy: String) -> ResolutionError {
    changed { ($0.key, $0.path, $0.site, $0.sites, $0.text.saying(remedy, from: $0.key)) }
  }

  private func changed(
    _ change: (Details) -> (key: AnyKey, path: [AnyKey], site: SourceSite?, sites: [SourceSite], text: Text)
  ) -> ResolutionError {
    let new = change(details)
    var error = self
    error.details = Details(
      code: code, key: new.key, path: new.path, site: new.site, underlying: underlying, text: new.text, sites: new.sites, tooEarly: tooEarly
    )
    return error
  }

  private static let pathLimit = 64
}
