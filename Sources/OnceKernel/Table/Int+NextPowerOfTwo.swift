extension Int {
  /// The smallest power of two that is not less than this number; at least 1.
  package var nextPowerOfTwo: Int {
    self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
  }
}
