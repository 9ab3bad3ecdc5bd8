/// Decides whether the operations on one key can each have taken effect in one moment between its call and its return.
///
/// Just-in-time linearization: it goes through calls and returns in the order of time with the set of all configurations that are possible so
/// far, and lets an operation take effect only when it returns. What only looks takes effect as soon as a state fits: that excludes nothing,
/// because it changes nothing. The set seldom holds more than a few configurations, so the cost is linear in the number of operations.
///
/// Keys are checked one by one: a history is linearizable if it is so for each key by itself.
final class KeyChecker {
  private let key: Int32
  private let lanes: [Lane]
  /// The next operation of each lane, or the one under way.
  private var position: [Int]
  /// When each lane's next call or return is: twice the tick, plus one for a return, so that at a tie calls come first.
  private var next: [UInt64]
  /// The operation that each lane has under way.
  private var current: [Operation]
  /// The lanes that have one, a bit for each.
  private var underWay: UInt64 = 0
  private var configurations = [Configuration()]
  private var successors: [Configuration] = []
  private var frontier: [Configuration] = []
  /// What was in `frontier`, and what is in `successors`.
  private var seen: Set<Configuration> = []
  private var kept: Set<Configuration> = []
  /// The latest start of a reset that has returned.
  private var lastReset: UInt64 = 0
  /// What that was when each lane's operation started.
  private var mark: [UInt64]

  /// How many operations have returned.
  private(set) var operations = 0
  /// The most configurations that were possible at one time.
  private(set) var mostConfigurations = 1

  private static let nothing = UInt64.max

  /// - Parameter lanes: one for each thread, 64 at most; operations on other keys are skipped.
  init(key: Int32, lanes: [Lane]) {
    precondition(lanes.count <= 64, "a configuration has a bit for each thread, 64 in all")
    self.key = key
    self.lanes = lanes
    position = lanes.map { _ in -1 }
    next = lanes.map { _ in Self.nothing }
    current = lanes.map { _ in Operation(.failed, key: 0, from: 0, to: 0) }
    mark = lanes.map { _ in 0 }
    for lane in lanes.indices { advance(lane) }
  }

  /// Checks to the end, or to the first operation that cannot be explained.
  func run() -> Failure? {
    while let lane = earliest() {
      if next[lane] & 1 == 0 {
        call(lane)
      } else if let rule = returned(lane) {
        return Failure(rule: rule, thread: lane, operation: current[lane])
      }
    }
    return nil
  }

  private func earliest() -> Int? {
    var best = Self.nothing
    var lane = -1
    for index in next.indices where next[index] < best {
      best = next[index]
      lane = index
    }
    return lane < 0 ? nil : lane
  }

  private func advance(_ lane: Int) {
    let operations = lanes[lane]
    var index = position[lane] + 1
    while index < operations.count, !operations[index].concerns(key) { index += 1 }
    position[lane] = index
    next[lane] = index < operations.count ? operations[index].start << 1 : Self.nothing
  }

  private func call(_ lane: Int) {
    let operation = lanes[lane][position[lane]]
    current[lane] = operation
    mark[lane] = lastReset
    // A call that never returned may take effect at any time, or not at all; a thread's last.
    next[lane] = operation.end == Operation.never ? Self.nothing : operation.end << 1 | 1
    let bit: UInt64 = 1 << UInt64(lane)
    underWay |= bit
    for index in configurations.indices where configurations[index].satisfies(operation) { configurations[index].done |= bit }
  }

  private func returned(_ lane: Int) -> Rule? {
    let operation = current[lane]
    let bit: UInt64 = 1 << UInt64(lane)
    if operation.kind == .failed { return .expected }
    if operation.kind == .resolved {
      if operation.value == 0 { return .whole }
      if operation.factoryStart < mark[lane] { return .fresh }
    }
    if configurations.count == 1, configurations[0].done & bit != 0 {
      configurations[0].done &= ~bit
    } else {
      successors.removeAll(keepingCapacity: true)
      kept.removeAll(keepingCapacity: true)
      for configuration in configurations {
        if configuration.done & bit != 0 { keep(configuration, without: bit) } else { expand(configuration, until: bit) }
      }
      if successors.isEmpty { return .linearizable }
      swap(&configurations, &successors)
      mostConfigurations = max(mostConfigurations, configurations.count)
    }
    underWay &= ~bit
    if operation.kind == .reset { lastReset = max(lastReset, operation.start) }
    operations += 1
    advance(lane)
    return nil
  }

  /// Lets operations under way take effect in every order until the one that returned has.
  private func expand(_ configuration: Configuration, until bit: UInt64) {
    frontier.removeAll(keepingCapacity: true)
    seen.removeAll(keepingCapacity: true)
    frontier.append(configuration)
    while let from = frontier.popLast() {
      var left = underWay & ~from.done
      while left != 0 {
        let lane = left.trailingZeroBitCount
        left &= left - 1
        guard var after = from.after(current[lane]) else { continue }
        after.done |= 1 << UInt64(lane)
        look(&after)
        if after.done & bit != 0 {
          keep(after, without: bit)
        } else if seen.insert(after).inserted {
          frontier.append(after)
        }
      }
    }
  }

  /// Lets whatever only looks take effect if it fits.
  private func look(_ configuration: inout Configuration) {
    var left = underWay & ~configuration.done
    while left != 0 {
      let lane = left.trailingZeroBitCount
      left &= left - 1
      if configuration.satisfies(current[lane]) { configuration.done |= 1 << UInt64(lane) }
    }
  }

  private func keep(_ configuration: Configuration, without bit: UInt64) {
    var configuration = configuration
    configuration.done &= ~bit
    if kept.insert(configuration).inserted { successors.append(configuration) }
  }
}

/// Checks a short history that is at hand as a list; recorded ones go to `KeyChecker` as they are.
public enum Check {
  /// The first operation on `key` that cannot be explained; nil if all can.
  ///
  /// - Parameter events: in any order; the operations of one thread must not overlap.
  public static func failure(of key: Int32, in events: [Event]) -> Failure? {
    let threads = Set(events.map(\.thread)).sorted()
    let lanes = threads.map { thread in
      events.filter { $0.thread == thread }.map(\.operation).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }
    return withBuffers(lanes[...]) { buffers in
      KeyChecker(key: key, lanes: buffers).run().map { Failure(rule: $0.rule, thread: threads[$0.thread], operation: $0.operation) }
    }
  }

  private static func withBuffers<Result>(_ lanes: ArraySlice<[Operation]>, _ body: ([Lane]) -> Result) -> Result {
    guard let first = lanes.first else { return body([]) }
    return first.withUnsafeBufferPointer { buffer in
      withBuffers(lanes.dropFirst()) { body([buffer] + $0) }
    }
  }
}
