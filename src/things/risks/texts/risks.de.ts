import type { risks as english } from './risks.en.ts'

export const risks: typeof english = {
  picture: 'Risiken nach Wahrscheinlichkeit und Auswirkung',
  pictureHelp:
    'Jedes Risiko steht, wo seine Maßnahmen es nach Beobachtung lassen. Lässt es sich nicht sagen, steht es in zwei Feldern.',
  newest: ({ number }) => `Die neuesten ${number} offenen Risiken.`,
  likelihood: 'Wahrscheinlichkeit',
  impact: 'Auswirkung',
  inherent: 'Ohne Maßnahmen',
  worst: 'Mit dem, was beobachtet ist',
  best: 'Bestenfalls',
  residual: 'Was übrig bleibt',
  range: 'Eine Maßnahme ist unbestimmt, das Risiko liegt daher zwischen zwei Feldern.',
  noControls: 'Keine Maßnahme ist genannt, daher bleibt das ganze Risiko.',
  cell: ({ likelihood, impact }) => `Wahrscheinlichkeit ${likelihood}, Auswirkung ${impact}`,
  effect: 'Wirkung',
  by: 'Senkt um',
  effects: { lowers: 'Senkt', 'may-lower': 'Lässt sich nicht sagen', 'does-not-lower': 'Senkt nicht' },
}
