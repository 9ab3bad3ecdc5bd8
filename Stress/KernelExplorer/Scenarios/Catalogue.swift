#if Exploration
  extension Scenario {
    /// Every scenario over the shipped kernel.
    package static var all: [Scenario] { ofCells + ofCancelling + ofPhases + ofScopes + ofCycles + ofInjection + ofLater + ofOrderings }
  }
#endif
