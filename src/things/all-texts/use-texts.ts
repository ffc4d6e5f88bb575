import { useFrame } from './frame.ts'
import type { Texts } from './texts.ts'

/** What the page says, for a component. Everything else gets it from the visit. */
export function useTexts(): Texts {
  return useFrame().texts
}
