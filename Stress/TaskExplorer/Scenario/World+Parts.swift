/// What became of one part.
struct PartRecord {
  /// Disposers that began.
  var disposals = 0
  /// When the last one ended; 0 while none did.
  var disposed = 0
}

extension World {
  /// A factory that suspends between its beginning and its end.
  func make<P: Part>(_ type: P.Type = P.self, pauses: Int = 1) async -> P {
    let began = tick()
    note("the factory of \(type) begins")
    for _ in 0..<pauses { await pause() }
    note("the factory of \(type) ends")
    return P(self, began: began)
  }

  /// A factory that does not suspend.
  func makeNow<P: Part>(_ type: P.Type = P.self) -> P {
    note("the factory of \(type) runs")
    return P(self, began: tick())
  }

  /// A disposer that suspends.
  func dispose(_ part: Part) async {
    note("disposing of \(type(of: part)) \(part.number) begins")
    records[part.number].disposals += 1
    expect(records[part.number].disposals == 1, "\(type(of: part)) \(part.number) is disposed of twice")
    await pause()
    records[part.number].disposed = tick()
    disposalOrder.append(part.number)
    note("disposing of \(type(of: part)) \(part.number) ends")
  }

  func noteMade() -> Int {
    records.append(PartRecord())
    return records.count - 1
  }

  /// How many parts were made.
  var made: Int { records.count }

  /// Every part that was made was disposed of, completely.
  func expectAllDisposed(_ when: String) {
    for (number, record) in records.enumerated() {
      expect(record.disposed > 0, "part \(number) is not disposed of \(when)")
    }
  }
}
