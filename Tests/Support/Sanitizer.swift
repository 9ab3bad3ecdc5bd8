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
  package static let isThread = dlsym(nil, "__tsan_init") != nil
  package static let isAddress = dlsym(nil, "__asan_init") != nil
  package static let isOn = isThread || isAddress
}
