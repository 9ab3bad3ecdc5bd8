#if Exploration
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  extension StripedTable {
    /// Called by a reader between finding a cell and copying its value; `stripe` is nil in a sealed table.
    @usableFromInline
    package static func linger(holding stripe: Lock?) {
      if Mutant.readerLetsGo.isActive, let stripe {
        stripe.unlock()
        sched_yield()
        stripe.lock()
      }
      // The cell may be released only while a change is under way, which is not for long.
      if Mutant.sealOvertakesChanges.isActive, stripe == nil { sched_yield() }
    }

    /// Called by a reader between a registration, whose `stripe` it holds, and the instance that lives apart from it.
    @usableFromInline
    package static func lingerBehind(_ stripe: Lock?) {
      guard Mutant.scopeLetsGo.isActive, let stripe else { return }
      stripe.unlock()
      Mutant.pause()
      stripe.lock()
    }
  }
#endif
