#if Exploration
  // With Foundation in the module, the compiler takes the C type of contexts to come from there.
  #if canImport(CDispatch)
    import CDispatch
  #endif
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #endif

  /// A stack of its own that a thread can switch to and back from: what an explored thread runs on.
  ///
  /// The C functions are looked up by name, because Swift imports none of them: `makecontext` is variadic, the others return twice.
  final class Coroutine {
    private typealias Get = @convention(c) (UnsafeMutablePointer<ucontext_t>) -> CInt
    private typealias Make = @convention(c) (UnsafeMutablePointer<ucontext_t>, @convention(c) () -> Void, CInt) -> Void
    private typealias Swap = @convention(c) (UnsafeMutablePointer<ucontext_t>, UnsafeMutablePointer<ucontext_t>) -> CInt

    private static let get = unsafeBitCast(symbol("getcontext"), to: Get.self)  // its documented C signature
    // Its documented C signature; without variadic arguments it is called like any function.
    private static let make = unsafeBitCast(symbol("makecontext"), to: Make.self)
    private static let swap = unsafeBitCast(symbol("swapcontext"), to: Swap.self)  // its documented C signature

    /// What the coroutine that is entered for the first time runs. Guard: the one thread that explores.
    // unsafe: as the guard says.
    nonisolated(unsafe) private static var entering: (() -> Void)?

    private static let stackSize = 256 << 10

    private let context = UnsafeMutablePointer<ucontext_t>.allocate(capacity: 1)
    private let stack: UnsafeMutableRawPointer?
    /// What it runs, until it was entered. It never returns.
    private var body: (() -> Void)?

    /// The stack that the calling thread has already.
    init() {
      stack = nil
    }

    /// A new stack, on which `body` runs once it is switched to; `body` must never return.
    init(_ body: @escaping () -> Void) {
      let stack = UnsafeMutableRawPointer.allocate(byteCount: Self.stackSize, alignment: 16)
      self.stack = stack
      self.body = body
      _ = Self.get(context)
      context.pointee.uc_stack.ss_sp = stack
      context.pointee.uc_stack.ss_size = Self.stackSize
      context.pointee.uc_link = nil
      Self.make(
        context,
        {
          let body = Coroutine.entering
          Coroutine.entering = nil
          body?()
          fatalError("a coroutine does not return")
        }, 0)
    }

    deinit {
      stack?.deallocate()
      context.deallocate()
    }

    /// Goes on with `other`; returns when another one switches to this one.
    func `switch`(to other: Coroutine) {
      if let body = other.body {
        Self.entering = body
        other.body = nil
      }
      _ = Self.swap(context, other.context)
    }

    private static func symbol(_ name: String) -> UnsafeMutableRawPointer {
      guard let symbol = dlsym(nil, name) else { fatalError("this platform has no \(name), which exploring needs") }
      return symbol
    }

    /// Swift keeps the accesses in progress in a list of the thread, which coroutines would tangle: the runtime's own switch turns that off.
    static func disableExclusivityChecks() {
      dlsym(nil, "_swift_disableExclusivityChecking")?.storeBytes(of: true, as: Bool.self)
    }
  }
#endif
