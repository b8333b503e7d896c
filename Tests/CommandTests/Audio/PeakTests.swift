import Glibc
import TestSupport
import Testing

/// `aucat peak`, beside what its transcript shows.
struct PeakTests {
  @Test(.enabled(if: geteuid() == 0 && Machine.has("setpriv"), "this needs root and setpriv"))
  func aFileWithoutPermissionCanNotBeRead() {
    let machine = Machine([])
    machine.folder.write(WAVFile(.format(), .data([1])).bytes, to: "a.wav")
    machine.shell(
      #"""
      cp "$aucat" "$folder/program" && chmod a+rx "$folder" "$folder/program" && chmod 0 "$folder/a.wav"
      exec setpriv --reuid=65534 --regid=65534 --clear-groups "$folder/program" peak "$folder/a.wav"
      """#
    ).expectRefusal(3, saying: "can't be read (Permission denied)")
  }
}
