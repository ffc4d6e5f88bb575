import type { ControlCheck } from '../../../checks/controls/evaluate-controls.ts'

/** How many checks speak, each on one connection. */
export function countSpeaking(checks: readonly ControlCheck[]): number {
  return checks.reduce((sum, { connections = 1 }) => sum + connections, 0)
}
