import TestSupport
import Testing

/// A successful render counts a use of its components.
@Suite struct RenderUseTests {
  let studio = Studio()
  private var store: String { studio.folder("user/user.sqlite") }

  private func render(_ words: String..., from input: String = "in.wav") -> Child {
    studio.shell(
      #"exec "$aucat" render "$input" out.wav --force "$@""#, ["AUCAT_USER_STORE": store, "input": input], words)
  }

  private var uses: [String] {
    let export = studio.shell(#"exec "$aucat" export"#, ["AUCAT_USER_STORE": store])
    return export.lines.filter { $0.contains("\"use\"") }.compactMap { line in
      let parts = line.split(separator: "\"").map(String.init)
      guard let uri = parts.firstIndex(of: "uri"), let count = parts.firstIndex(of: "count") else { return nil }
      return parts[uri + 2] + parts[count + 1].filter { $0 == ":" || $0.isNumber }
    }
  }

  @Test("each component once for each render, however often it is in the chain") func counts() {
    let (mono, stereo) = (TestPlugins.uri("gain-mono"), TestPlugins.uri("gain-stereo"))
    let run = render(Studio.through("gain-mono"), Studio.through("gain-stereo"), Studio.through("gain-mono"))
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(uses == ["\(mono):1", "\(stereo):1"])
    #expect(render(Studio.through("gain-mono")).status == 0)
    #expect(uses == ["\(mono):2", "\(stereo):1"])
  }

  @Test("a render that fails counts nothing") func failures() {
    #expect(render(Studio.through("gain-mono"), from: "absent.wav").status != 0)
    #expect(render(Studio.through("nothing-of-the-kind")).status != 0)
    #expect(uses == [])
  }

  @Test("a render is done even if its use can't be counted, which is said") func unwritable() {
    let run = studio.shell(
      #"exec "$aucat" render in.wav out.wav --force "$@""#, ["AUCAT_USER_STORE": studio.folder("in.wav/user.sqlite")],
      [Studio.through("gain-mono")])
    #expect(run.status == 0 && studio.sound() == .stereo, "\(run.errors)")
    #expect(run.errors.contains("not counted"), "\(run.errors)")
  }
}
