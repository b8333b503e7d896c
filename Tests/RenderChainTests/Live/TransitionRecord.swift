import Foundation
import RenderChain
import Synchronization
import TestSupport

@testable import ChainHosting
@testable import ChainModel

/// What a transition mixes, and what comes of it: from before the edit until after it. Rendered in cycles of a block.
struct TransitionRecord {
  /// The old sound, the new one, and what is heard, by channel.
  private(set) var old: Samples = []
  private(set) var new: Samples = []
  private(set) var heard: Samples = []
  /// Whether the device has got samples everywhere, and all of them finite.
  private(set) var isComplete = true
  /// The phase of each frame, and its frame there.
  private(set) var phases: [(phase: RealtimeTransition.Phase, frame: Int)] = []
  /// How much later the new sound is, in frames.
  private(set) var distance = 0

  /// Renders until the edit that has been published is over, and some blocks more.
  ///
  /// - Parameter sound: the next block of the input.
  /// - Returns: nil if it doesn't end.
  init?(_ player: LivePlayer, block: Int, beyond: Int = 4, _ sound: () -> Samples) {
    let graph = player.chain.loader.model.withLock { $0.graph.realtime.pointee }
    let progress = graph.transition.progress
    let count = graph.transition.channelCount
    (old, new, heard) = (Self.empty(count), Self.empty(count), Self.empty(count))
    var left = beyond
    for _ in 0..<4_000 {
      let phase = progress.pointee.phase
      if phase == .settled { left -= 1 }
      if left < 0 { return }
      let start = progress.pointee.done
      let output = player.play(sound(), cycle: block)
      isComplete = isComplete && output.allSatisfy { $0.count == block && $0.allSatisfy(\.isFinite) }
      distance = progress.pointee.distance
      let input = graph.before.count > 0 ? Self.output(graph.before, graph.bus.inputs) : graph.bus.inputs
      let width = Self.width(graph.before, player.chain.inputCount)
      let a = Self.output(graph.old, input), b = Self.output(graph.new, input)
      for channel in 0..<count {
        let (left, right) = (Self.width(graph.old, width), Self.width(graph.new, width))
        let fresh = Self.copy(b, channel, right, block)
        let last = old[channel].last ?? 0
        // What was replaced may be gone.
        old[channel] += phase == .settled ? [Float](repeating: last, count: block) : Self.copy(a, channel, left, block)
        new[channel] += fresh
        if graph.after.count == 0 {
          heard[channel] += output[channel]
        } else if phase == .settled {
          heard[channel] += fresh
        } else {
          heard[channel] += Array(UnsafeBufferPointer(start: graph.transition.mixed[channel], count: block))
        }
      }
      for frame in 0..<block { phases.append((phase, start + frame)) }
    }
    return nil
  }

  private static func empty(_ count: Int) -> Samples { Samples(repeating: [], count: count) }

  private static func width(_ lane: RealtimeLane, _ inputs: Int) -> Int {
    lane.count > 0 ? lane.units[lane.count - 1].stage.pointee.outputCount : inputs
  }

  private static func output(
    _ lane: RealtimeLane, _ input: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>> {
    lane.count == 0 ? input : lane.count % 2 == 1 ? lane.first : lane.second
  }

  private static func copy(
    _ channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, _ channel: Int, _ width: Int, _ frames: Int
  ) -> [Float] {
    guard channel < width || width == 1 else { return [Float](repeating: 0, count: frames) }
    return Array(UnsafeBufferPointer(start: channels[width == 1 ? 0 : channel], count: frames))
  }

  /// What is heard may bend as much as the louder of both sounds does, and as the fades demand.
  ///
  /// - Returns: how far each channel is above that; not above 1 without a click.
  var excess: Double {
    isComplete ? heard.indices.map { excess(of: $0) }.max() ?? 0 : .infinity
  }

  private func excess(of channel: Int) -> Double {
    let (a, b) = (old[channel], new[channel])
    let lateOld = Self.delayed(a, max(distance, 0)), lateNew = Self.delayed(b, max(-distance, 0))
    let used = phases.firstIndex { $0.phase == .fade } ?? 0
    let start = max(0, used - abs(distance))
    let running = phases.firstIndex { $0.phase == .settled } ?? a.count
    let bends = max(Bends.largest(a[..<running]), Bends.largest(b[start...]))
    let fades = max(
      fade(.alignOld, a, lateOld), fade(.fade, lateOld, lateNew), fade(.alignNew, lateNew, b))
    let peak = Double(max(a.map(abs).max() ?? 0, b.map(abs).max() ?? 0))
    let limit = bends + fades + 16 * peak / 16_777_216 + 1e-12
    let bend = Bends.largest(heard[channel])
    return limit.isFinite && bend.isFinite ? bend / limit : .infinity
  }

  private static func delayed(_ samples: [Float], _ frames: Int) -> [Float] {
    frames == 0 ? samples : [Float](repeating: 0, count: frames) + samples.dropLast(frames)
  }

  private func fade(_ phase: RealtimeTransition.Phase, _ from: [Float], _ to: [Float]) -> Double {
    guard let first = phases.firstIndex(where: { $0.phase == phase }),
      let last = phases.lastIndex(where: { $0.phase == phase })
    else { return 0 }
    let range = max(first - 1, 0)...min(last + 1, from.count - 1)
    return Bends.ofFade(Array(from[range]), Array(to[range])) { Bends.gain($0 + range.lowerBound - first) }
  }
}

/// The differences of the differences of samples: what a click is large in.
struct Bends {
  /// The largest.
  static func largest(_ samples: some Collection<Float>) -> Double {
    let values = samples.map { Double($0) }
    guard values.count > 2 else { return 0 }
    var most = 0.0
    for frame in 2..<values.count {
      let bend = values[frame] - 2 * values[frame - 1] + values[frame - 2]
      // What was not written is no sound; `max` would pass over it.
      guard bend.isFinite else { return .infinity }
      most = max(most, abs(bend))
    }
    return most
  }

  /// What a fade from one sound to another may add: 2 |Δg| |Δx| + |Δ²g| |x|, with g the fade and x the difference.
  static func ofFade(_ from: [Float], _ to: [Float], _ gain: (Int) -> Double) -> Double {
    let x = zip(from, to).map { Double($1) - Double($0) }
    guard x.count > 2 else { return 0 }
    var most = 0.0
    for frame in 1..<x.count - 1 {
      let rise = gain(frame + 1) - gain(frame)
      let before = gain(frame) - gain(frame - 1)
      let slope = max(abs(rise), abs(before))
      let step = max(abs(x[frame] - x[frame - 1]), abs(x[frame + 1] - x[frame]))
      let bound = 2 * slope * step + abs(rise - before) * abs(x[frame])
      guard bound.isFinite else { return .infinity }
      most = max(most, bound)
    }
    return most
  }

  /// A raised cosine of 20 ms at 48 kHz.
  static func gain(_ frame: Int) -> Double { frame < 960 ? 0.5 - 0.5 * cos(.pi * Double(max(frame, 0)) / 960) : 1 }
}

/// Sines whose bends are small.
final class Sines {
  private let block: Int
  private var frame = 0

  init(block: Int) { self.block = block }

  func next() -> [Float] {
    defer { frame += block }
    return (0..<block).map {
      let time = Double(frame + $0) / 48_000
      return Float(0.2 * sin(2 * .pi * 210 * time) + 0.1 * sin(2 * .pi * 333 * time))
    }
  }
}

extension TestBundle {
  /// A random component that gives a smooth sound of a smooth sound.
  ///
  /// - Parameter narrows: whether it may make one channel of two.
  func smoothStage(_ random: inout SeededGenerator, narrows: Bool) -> RenderChain.Stage {
    let isBypassed = Int.random(in: 0..<7, using: &random) == 0
    func stage(_ name: String, _ parameters: [String: Float] = [:]) -> RenderChain.Stage {
      self.stage(name, parameters, isBypassed: isBypassed)
    }
    switch Int.random(in: 0..<(narrows ? 8 : 7), using: &random) {
    case 0, 1: return stage("gain-mono", ["gain": .random(in: 0...1.5, using: &random)])
    case 2: return stage("gain-stereo", ["gain": .random(in: 0...1.5, using: &random)])
    case 3: return stage("mono-to-stereo")
    case 4: return stage("enabled")
    case 5: return stage("echo", ["frames": Float(Int.random(in: 1...900, using: &random)), "feedback": 0.4])
    case 6: return stage("delay", ["frames": Float(Int.random(in: 0...3_000, using: &random))])
    default: return stage("stereo-to-mono")
    }
  }
}
