import AucatCommands
import AucatProgram
import AudioComponents
import Glibc
import Linux

// Writes the pages of the manual into a folder: aucat-manual CHECKOUT FOLDER DATE

let words = CommandLineWords.ofProcess ?? []
guard words.count == 3 else {
  BorrowedDescriptor.standardError.say("usage: aucat-manual CHECKOUT FOLDER DATE; the date is that of the release")
  exit(2)
}
do {
  let release = Release(version: Aucat.version, date: words[2])
  for page in try Manual(sources: words[0], release: release).pages() {
    let file = try FileReplacement("\(words[1])/\(page.file)", permissions: 0o644)
    try file.write(Array(page.text.utf8))
    try file.finish()
  }
} catch {
  BorrowedDescriptor.standardError.say("aucat-manual: \(error); name a checkout, and a folder that exists")
  exit(1)
}

extension BorrowedDescriptor {
  fileprivate func say(_ message: String) { try? writeAll(Array("\(message)\n".utf8)) }
}
