internal import Linux
package import ChainHosting

/// States that are saved on a thread of its own, so that a plugin which takes its time, or never returns, holds up
/// nothing else.
extension LiveSession {
  /// Begins to save the states of all components, unless that is under way. ``isSaving`` is true until a
  /// ``step(milliseconds:)`` has taken them; then ``saved()`` and the inverses of edits use them, until
  /// ``forgetStates()``.
  package func beginSaving() {
    guard !isSaving, let chain = relay.chain else { return }
    isSaving = true
    let inbox = inbox
    do throws(SystemError) {
      _ = try BackgroundThread { inbox.add(.saved(chain.savedStages())) }
    } catch {
      inbox.add(.saved(chain.savedStages()))
    }
  }

  /// Whether states have been saved that ``saved()`` uses.
  package var hasStates: Bool { states != nil }

  /// Forgets the saved states, which are those of the moment.
  package func forgetStates() { states = nil }

  /// The chain with its present settings and states, and why some states are missing. Unless ``hasStates`` is true, it
  /// waits for the plugins.
  package func saved() -> (chain: RenderChain, unsaved: [ChainError]) {
    guard let chain = relay.chain else { return (RenderChain(), []) }
    guard let states else { return chain.savedAsFarAsPossible() }
    let stages = chain.parts.map { part in states[part.number].map { Self.stage(part, $0) } ?? part.settings }
    return (RenderChain(stages), chain.parts.compactMap { states[$0.number]?.failure })
  }

  /// A component with its present state, or the last one that is known.
  func savedStage(_ number: UnitNumber, _ chain: LiveChain) -> RenderChain.Stage? {
    guard let saved = states?[number], let part = chain.parts.first(where: { $0.number == number }) else {
      return chain.savedStage(number)
    }
    return Self.stage(part, saved)
  }

  /// A component with a saved state, and the settings that it has now.
  private static func stage(_ part: LiveChain.Part, _ saved: SavedStage) -> RenderChain.Stage {
    var stage = part.settings
    (stage.state, stage.preset) = (saved.stage.state, saved.stage.preset)
    return stage
  }

  /// Whether the inverse of an edit needs the states of components that play.
  private static func needsStates(_ edit: LiveEdit?) -> Bool {
    switch edit {
    case .remove, .replace, .preset, .all: true
    default: false
    }
  }

  /// Whether undoing the last edit needs saved states.
  package var undoNeedsStates: Bool { Self.needsStates(edits.next(.undo)) }

  /// Whether redoing what was undone last needs saved states.
  package var redoNeedsStates: Bool { Self.needsStates(edits.next(.redo)) }
}
