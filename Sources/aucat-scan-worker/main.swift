import BundleReading
import CFileGate

aucatInstallFileGate { path in
  guard let path, let gate = FileGate.current else { return -2 }
  return gate.open(String(cString: path))
}
ScanWorker.run()
