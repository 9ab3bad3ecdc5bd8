/// Where an instance is kept, strongly or weakly.
struct ModelCell {
  private var held: ModelPart?
  private weak var watched: ModelPart?

  /// What is there.
  var part: ModelPart? { held ?? watched }

  init(_ part: ModelPart, isWeak: Bool) {
    if isWeak { watched = part } else { held = part }
  }
}
