// Looks inside, which only debug builds allow. There are no threads in it, so that one build is enough.
#if DEBUG
  import Holdfast
  @testable import HoldfastStress
  import Testing

  @Suite("The builds that wait when something hangs")
  struct WaitingBuildsTests {
    private enum Page {}
    private enum Visit {}
    private enum Report {}

    private func build(_ key: AnyKey, waitsFor needs: Set<AnyKey> = []) -> WaitingBuild {
      WaitingBuild(key: key, site: SourceSite(#fileID, #line), elapsed: .seconds(1), waiters: 1, waitsFor: needs, askers: 2)
    }

    @Test("Of the paths to what hangs the longest is named, in whatever order they were asked for")
    func longest() {
      let (report, page, visit) = (AnyKey(Report.self), AnyKey(Page.self), AnyKey(Visit.self))
      let hanging = build(visit)
      for asked in [[visit, page, report], [report, visit, page], [page, report, visit, visit]] {
        let builds = WaitingBuilds([hanging, build(page, waitsFor: [visit]), build(report, waitsFor: [page])], asked: asked, edges: [:])
        #expect(builds.path(toward: hanging) == [report, page, visit], "\(asked)")
      }
      let builds = WaitingBuilds([hanging], asked: [visit], edges: [:])
      #expect(builds.path(toward: hanging) == [visit])
      #expect(WaitingBuilds([hanging], asked: [], edges: [:]).path(toward: hanging).isEmpty)
    }
  }
#endif
