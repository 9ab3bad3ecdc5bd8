/// First come, first served.
final class InOrder: Chooser {
  func choose(among count: Int) -> Int { 0 }
}
