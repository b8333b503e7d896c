internal import ArgumentParser

/// A program that keeps what a user says about plugins.
enum UserDataProgram: String, CaseIterable, ExpressibleByArgument { case aucat, ardour }
