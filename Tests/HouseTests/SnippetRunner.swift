/// A program that runs all blocks of Swift in the documentation that are no programs themselves, one after another.
struct SnippetRunner {
  private let blocks: [CodeBlock]

  init(_ blocks: [CodeBlock]) { self.blocks = blocks }

  /// The files of its target by name. Each block is a function, which has what the documentation takes for granted: a
  /// `manager` and a `component`.
  var files: [String: String] {
    let imports = [
      "AudioComponents", "AudioFiles", "AudioSources", "AudioTracks", "ComponentPredicates", "Foundation",
      "RenderChain",
    ]
    let header = imports.map { "import \($0)\n" }.joined()
    let functions = blocks.enumerated().map { number, block in
      """
      func snippet\(number)(_ manager: ComponentManager, _ component: Component) async throws {
      #sourceLocation(file: "\(block.file)", line: \(block.line))
      \(block.code)#sourceLocation()
      }
      """
    }
    let calls = blocks.enumerated().map { number, block in
      "    try await run(\"\(block.place)\") { try await snippet\(number)(manager, component) }"
    }
    let main = """
      @main struct Snippets {
        static func main() async throws {
          let manager = try ComponentManager.shared()
          let component = try manager.components(matching: "tag == Reverb")[0]
      \(calls.joined(separator: "\n"))
        }

        /// Runs a block, which has not worked if it waits for something for long.
        static func run(_ place: String, _ body: @escaping @Sendable () async throws -> Void) async throws {
          let task = Task { try await body() }
          let limit = Task {
            try await Task.sleep(for: .seconds(5))
            task.cancel()
          }
          do { try await task.value } catch { print("failed", place, error) }
          if task.isCancelled { print("failed", place, "it did not end") }
          limit.cancel()
          print("ran", place)
        }
      }
      """
    return [
      "Snippets.swift": header + functions.joined(separator: "\n"), "Main.swift": header + main,
    ]
  }
}
