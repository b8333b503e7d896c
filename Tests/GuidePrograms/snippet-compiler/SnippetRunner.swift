/// Runs all blocks of Swift in the documentation that are no programs themselves, one after another.
struct SnippetRunner {
  private let blocks: [CodeBlock]

  init(_ blocks: [CodeBlock]) { self.blocks = blocks }

  /// A source with a function `snippets()`. Each block is a function, which has what the documentation takes for granted:
  /// a `manager` and a `component`.
  var text: String {
    let imports = [
      "AudioComponents", "AudioFiles", "AudioSources", "AudioTracks", "ComponentPredicates", "Foundation",
      "RenderChain",
    ]
    let functions = blocks.enumerated().map { number, block in
      """
      private func snippet\(number)(_ manager: ComponentManager, _ component: Component) async throws {
      #sourceLocation(file: "\(block.file)", line: \(block.line))
      \(block.code)#sourceLocation()
      }

      """
    }
    let calls = blocks.enumerated().map { number, block in
      "  await run(\"\(block.place)\") { try await snippet\(number)(manager, component) }\n"
    }
    return imports.map { "import \($0)\n" }.joined() + functions.joined() + """
      func snippets() async throws {
        let manager = try ComponentManager.shared()
        let component = try manager.components(matching: "tag == Reverb")[0]
      \(calls.joined())}

      /// Runs a block, which has not worked if it waits for something for long.
      private func run(_ place: String, _ body: @escaping @Sendable () async throws -> Void) async {
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

      """
  }
}
