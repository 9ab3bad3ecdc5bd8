extension UInt {
  /// The golden ratio's fraction, in as many bits as a word has: what Fibonacci hashing multiplies by. A watch's words have 32 bits.
  @inlinable package static var goldenRatio: UInt {
    @inline(__always) get { UInt(truncatingIfNeeded: UInt64(0x9E37_79B9_7F4A_7C15) &>> UInt64(64 - UInt.bitWidth)) }
  }

  #if !Exploration
    /// The word with its information in the top bits, for tables to take their places from.
    @inlinable package var spread: UInt {
      @inline(__always) get { self &* UInt.goldenRatio }
    }
  #endif
}
