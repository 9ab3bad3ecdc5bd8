import HoldfastStress
import StressKit

StressCommand(.stress).main()
