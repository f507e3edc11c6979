import { inTheme } from './theme'

inTheme('dark')
