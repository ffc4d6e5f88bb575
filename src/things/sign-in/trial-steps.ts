/** What a trial of an OpenID provider tries, in this order. */
export const trialSteps = ['discovery', 'clock', 'endpoints', 'algorithms', 'keys', 'client', 'redirect'] as const

export type TrialStep = (typeof trialSteps)[number]
