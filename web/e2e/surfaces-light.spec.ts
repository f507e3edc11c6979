import { inTheme } from './theme'

inTheme('light')
