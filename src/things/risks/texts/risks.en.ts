export const risks = {
  picture: 'Risks by likelihood and impact',
  pictureHelp:
    'Each risk stands where its controls are observed to leave it. One that nobody can tell stands in two cells.',
  newest: ({ number }: { number: string }) => `The newest ${number} open risks.`,
  likelihood: 'Likelihood',
  impact: 'Impact',
  inherent: 'Without controls',
  worst: 'With what is observed',
  best: 'At best',
  residual: 'What is left',
  range: 'A control is undetermined, so that the risk lies between two cells.',
  noControls: 'No control is named, so that all of the risk is left.',
  cell: ({ likelihood, impact }: { likelihood: number; impact: number }) =>
    `likelihood ${likelihood}, impact ${impact}`,
  effect: 'Effect',
  by: 'Lowers by',
  effects: { lowers: 'Lowers', 'may-lower': 'Nobody can tell', 'does-not-lower': 'Does not lower' },
}
