/// The Universal Scalability Law fitted to one subject.
///
///     C(N) = N / (1 + σ (N − 1) + κ N (N − 1))
///
/// σ is contention (what has to queue), κ is coherency (what has to be exchanged); the throughput peaks at √((1 − σ) / κ) threads.
/// With y = N / C(N) − 1 the law is linear, y = σ (N − 1) + κ N (N − 1), so the least squares have a closed form; a coefficient that would
/// come out negative is fixed at zero.
///
/// One thread says nothing about σ and κ. Two more numbers of threads would fit exactly, whatever was measured: there is no fit for fewer than
/// three, and so none to extrapolate from.
package struct ScalabilityFit: Sendable {
  /// The fewest numbers of threads, one thread included, that leave a degree of freedom.
  package static let fewestPoints = 4

  package let contention: Double
  package let coherency: Double

  /// Nil for too few numbers of threads.
  ///
  /// - Parameter measured: threads, no more than ran at once, and the throughput relative to one thread.
  package init?(_ measured: [(threads: Int, capacity: Double)]) {
    let points = measured.filter { $0.threads > 1 && $0.capacity > 0 }.map { point in
      let n = Double(point.threads)
      return (a: n - 1, b: n * (n - 1), y: max(0, n / point.capacity - 1))
    }
    guard Set(points.map(\.a)).count >= Self.fewestPoints - 1 else { return nil }
    (contention, coherency) = Self.leastSquares(points)
  }

  /// Why there is no fit on a machine of so many cores.
  package static func absence(cores: Int) -> String {
    "no scalability is fitted: that takes \(fewestPoints) numbers of threads, up to the number of cores (\(cores))"
  }

  private static func leastSquares(_ points: [(a: Double, b: Double, y: Double)]) -> (Double, Double) {
    let aa = points.reduce(0) { $0 + $1.a * $1.a }
    let ab = points.reduce(0) { $0 + $1.a * $1.b }
    let bb = points.reduce(0) { $0 + $1.b * $1.b }
    let ay = points.reduce(0) { $0 + $1.a * $1.y }
    let by = points.reduce(0) { $0 + $1.b * $1.y }
    let determinant = aa * bb - ab * ab
    let sigma = (ay * bb - by * ab) / determinant
    let kappa = (by * aa - ay * ab) / determinant
    if sigma >= 0, kappa >= 0 { return (sigma, kappa) }
    // Outside the quarter plane: the better of its two edges. The error there is Σy² less this much.
    let gainOfSigma = ay * ay / aa
    let gainOfKappa = by * by / bb
    return gainOfSigma >= gainOfKappa ? (ay / aa, 0) : (0, by / bb)
  }

  /// The throughput at so many threads, relative to one.
  package func capacity(_ threads: Int) -> Double {
    let n = Double(threads)
    return n / (1 + contention * (n - 1) + coherency * n * (n - 1))
  }

  /// Where more threads begin to lose; nil when they never do.
  package var peak: Double? {
    guard coherency > 0 else { return nil }
    return max(1, ((1 - min(1, contention)) / coherency).squareRoot())
  }
}
