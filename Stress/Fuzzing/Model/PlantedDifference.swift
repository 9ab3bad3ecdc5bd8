/// Where the model can be told to differ, to show that a difference is found.
public enum PlantedDifference: String, CaseIterable, Sendable {
  case resetKeepsSingleton, replaceKeepsInstance, weakIsStrong, transientIsShared, failureIsKept, groupResetTakesAll, scopesShare
  case layerLeaks, sealIgnored, unregisterKeepsInstance, peekBuilds
}
