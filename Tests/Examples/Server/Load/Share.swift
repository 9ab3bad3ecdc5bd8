/// Spreads a share of all occasions evenly: a quarter is every fourth one.
struct Share {
  private let share: Double
  private var due = 0.0

  init(_ share: Double) {
    self.share = share
  }

  var isNext: Bool {
    mutating get {
      due += share
      guard due >= 1 else { return false }
      due -= 1
      return true
    }
  }
}
