internal import AucatProgram
package import AudioComponents

/// Answers the page's requests from the catalog. Every call may block, and sees all commits of any process.
package final class PageAPI: Sendable {
  let manager: ComponentManager
  let results = KeptSearches()
  let dropped = DroppedSounds()
  private let files: PageFiles
  /// Serializes changes, so that each knows its number in the log.
  let writing = Writing()

  package init(_ manager: ComponentManager) {
    self.manager = manager
    files = PageFiles(language: manager.configuration.locale.language)
  }

  /// Answers a request that has passed the access check.
  package func answer(_ request: PageRequest) -> PageAnswer {
    do {
      guard let answer = try routed(request) else { return .failure(404, "there is no \(request.path)") }
      return answer
    } catch let refusal as PageRefusal {
      return .failure(refusal.status, refusal.message)
    } catch ComponentManagerError.invalidPredicate(let error) {
      return .failure(400, error.description)
    } catch ComponentManagerError.invalidLabel(let error) {
      return .failure(400, error.description)
    } catch ComponentManagerError.componentMissing {
      return .failure(404, "the component is no longer installed")
    } catch ComponentManagerError.cannotUndo(let error) {
      return .failure(409, "\(error)")
    } catch let failure as CommandFailure {
      return .failure(400, failure.message)
    } catch {
      return .failure(500, CommandFailure(library: error)?.message ?? "\(error)")
    }
  }

  /// - Returns: nil for an unknown path.
  private func routed(_ request: PageRequest) throws -> PageAnswer? {
    switch (request.method, request.path) {
    case (.get, "/api/search"): try search(request)
    case (.get, "/api/facets"): try facets(request)
    case (.get, "/api/complete"): try completions(request)
    case (.get, "/api/side"): PageAnswer(try side())
    case (.get, "/api/component"): PageAnswer(try description(of: try component(request)))
    case (.get, "/api/similar"): PageAnswer(try similar(to: try component(request)))
    case (.get, "/api/why"): PageAnswer(try why(try component(request), request))
    case (.get, "/api/lint"): PageAnswer(try lint(try component(request), for: request))
    case (.get, "/api/log"): PageAnswer(try log())
    case (.get, "/api/sounds"): PageAnswer(sounds)
    case (.get, "/api/sound"): try sound(request)
    case (.post, "/api/sound"): try drop(request)
    case (.post, "/api/audition"): try heard(try audition(try Self.object(request)), for: request)
    case (.post, "/api/chain"): PageAnswer(try chain(try Self.object(request)))
    case (.post, "/api/change"): PageAnswer(try change(try Self.object(request)))
    case (.post, "/api/undo"): PageAnswer(try undo(try Self.object(request)))
    default: files.answer(request)
    }
  }

  /// The component that a request names by its URI and, if several bundles have it, by its bundle.
  private func component(_ request: PageRequest) throws -> Component {
    guard let uri = request["uri"] else { throw PageRefusal(400, "`uri` is missing") }
    guard let found = try manager.component(uri: uri) else {
      throw PageRefusal(404, "\(uri) is not installed")
    }
    return found
  }

  private static func object(_ request: PageRequest) throws -> [String: JSON] {
    guard let text = String(validating: request.body, as: UTF8.self), case .object(let members)? = JSON(text) else {
      throw PageRefusal(400, "the body isn't a JSON object")
    }
    return Dictionary(members.map { ($0.key, $0.value) }) { $1 }
  }
}

/// The reason for refusing a request.
struct PageRefusal: Error {
  let status: Int
  let message: String

  init(_ status: Int, _ message: String) { (self.status, self.message) = (status, message) }
}
