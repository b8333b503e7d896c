internal import CLV2Host

extension RunHooks {
  // SAFETY: The copies live in the memory that the caller gives, as long as the plugin.

  func enclosing(
    _ descriptor: UnsafePointer<LV2_Descriptor>, in memory: MemoryPool
  ) -> UnsafePointer<LV2_Descriptor> {
    UnsafePointer(memory.array(copying: [aucatHookedDescriptor(descriptor, before, after)]))
  }

  func excluding(
    _ worker: UnsafePointer<LV2_Worker_Interface>, in memory: MemoryPool
  ) -> UnsafePointer<LV2_Worker_Interface> {
    UnsafePointer(memory.array(copying: [aucatHookedWorker(worker)]))
  }
}
