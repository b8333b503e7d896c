import BundleReading

ScanWorker.run()
