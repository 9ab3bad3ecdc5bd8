#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Whether the program was built with a sanitizer, under which loops are shorter and figures mean nothing.
package enum Sanitizer {
  package static let isThread = has("__tsan_init")
  package static let isAddress = has("__asan_init")
  package static let isOn = isThread || isAddress

  /// Whether any part of the program has the symbol. Not every system takes a null handle for the whole program.
  private static func has(_ symbol: String) -> Bool { dlsym(dlopen(nil, RTLD_NOW), symbol) != nil }
}
