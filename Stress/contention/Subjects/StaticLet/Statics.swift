/// The singletons of a program without a container.
enum Statics {
  static let engine = Engine()
  static let service: any Service = LiveService()
  static let clock: any Clock = LiveClock()
  static let store: any Store = LiveStore()
}
