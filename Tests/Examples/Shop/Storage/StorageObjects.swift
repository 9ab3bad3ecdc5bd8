import Holdfast
public import HoldfastComposition

/// The objects of the storage module, which needs nothing of others.
public struct StorageObjects: Composition {
  public let log = Shared { Log() }
  public let config = Shared { Config() }
  public let clock = Shared<any Clock> { FixedClock(hour: 12) }
  public let store = Shared<any Store>(\.config, \.clock) { DiskStore(config: $0, clock: $1) }
  public let pool = SharedAsync(in: .eager, dispose: { await $0.close() }, \.config) { try await Pool.connect($0) }
  public let pages = Shared(in: .cached("pages")) { PageCache() }
  public let catalog = Shared(\.pages.deferred) { pages in Catalog { try pages() } }
  public let files = SharedAsync(\.config) { @FileActor in Files(root: $0.url) }
  public let check = Shared<any Check>(\.store) { StoreCheck(store: $0) }

  public init() {}
}
