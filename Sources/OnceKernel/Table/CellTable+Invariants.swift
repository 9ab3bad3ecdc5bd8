#if DEBUG || Exploration
  // What holds of tables between two changes. In builds for checking only.

  extension CellTable {
    /// What is broken in it; nil if nothing is. Called by the writer.
    package var brokenInvariant: String? {
      let survey = SlotArray(base: UnsafeMutableRawPointer(bitPattern: arrayBase.ownValue).unsafelyUnwrapped).survey  // never 0
      if version.ownValue & 1 == 1 { return "a table's version is odd between two changes" }
      // What ends may keep its cells, for readers without a mark.
      if phase.ownValue != Phase.shutDown, survey.cells.contains(where: \.isRetired) { return "a table leads to a cell that was taken out" }
      return survey.broken ?? survey.mismatch(words: usedWords, cells: count)
    }
  }

  extension LockedCellTable {
    /// What is broken in it; nil if nothing is.
    package var brokenInvariant: String? {
      lock.withLock {
        let survey = array.survey
        if isClosed, !survey.cells.isEmpty { return "a closed table holds a cell" }
        return survey.broken ?? survey.mismatch(words: state.pointee.usedWords, cells: state.pointee.count)
      }
    }
  }

  extension SlotArray {
    /// What is found in all slots.
    struct Survey {
      var words = 0
      var cells: [OnceCell] = []
      var broken: String?

      func mismatch(words: Int, cells: Int) -> String? {
        if words != self.words { return "a table counts \(words) words and has \(self.words)" }
        return cells == self.cells.count ? nil : "a table counts \(cells) cells and has \(self.cells.count)"
      }
    }

    var survey: Survey {
      var survey = Survey()
      for index in 0..<capacity {
        let word = slots[index].word.ownValue
        if word != 0 { survey.words += 1 }
        guard let cell = slots[index].cell.ownObject else { continue }
        survey.cells.append(cell)
        if word == 0 {
          survey.broken = "a cell stands under no word"
        } else if !isFound(word, at: index) {
          survey.broken = "a search does not find the cell that stands under a word"
        }
      }
      if survey.words == capacity { survey.broken = "a table has no empty place, at which a search ends" }
      return survey
    }

    /// Whether a search for a word comes to this place. Only cells of odd words may share one.
    private func isFound(_ word: UInt, at place: Int) -> Bool {
      var index = Int(firstIndex(of: word))
      while index != place {
        let found = slots[index].word.ownValue
        if found == 0 || found == word && word & 1 == 0 { return false }
        index = (index + 1) & (capacity - 1)
      }
      return true
    }
  }
#endif
