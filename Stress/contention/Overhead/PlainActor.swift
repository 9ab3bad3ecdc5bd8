/// An actor around a dictionary with nothing generic in it.
actor PlainActor {
  private var dictionary: [ObjectIdentifier: any Table.Held]

  init(_ dictionary: [ObjectIdentifier: any Table.Held]) {
    self.dictionary = dictionary
  }

  func service() -> (any Service)? {
    guard let box = dictionary[ObjectIdentifier((any Service).self)] else { return nil }
    return unsafeDowncast(box, to: InstanceBox<any Service>.self).value  // The caller stores it under this type.
  }
}
