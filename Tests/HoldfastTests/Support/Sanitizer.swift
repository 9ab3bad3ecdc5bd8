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
enum Sanitizer {
  static let isThread = dlsym(nil, "__tsan_init") != nil
  static let isAddress = dlsym(nil, "__asan_init") != nil
  static let isOn = isThread || isAddress
}
