/** The texts that all kinds of jobs share. */
export const texts = {
  /** Why a request was refused and what to do, by error code. A function takes the formatted retry delay. */
  reasons: {
    RATE_LIMITED: (time: string) => `The wick needs a breather, broh, so come back in ${time}.`,
    BUDGET_SPENT: (time: string) => `Today’s wax is all burnt, so come back in ${time} for fresh candles.`,
    HOUR_BUDGET_SPENT: (time: string) => `This hour’s wax is all burnt, so come back in ${time} for fresh candles.`,
    LANE_SHARE_SPENT: (time: string) => `You have had your share of this hour’s wax, broh, so come back in ${time}.`,
    QUEUE_FULL: (time: string) => `The queue is longer than five minutes, broh, so come back in ${time}.`,
    LANE_FULL: (time: string) => `Your network has enough in the queue, broh, so come back in ${time}.`,
    BUSY: (time: string) => `The house is packed right now, broh, so try again in ${time}.`,
    NO_ANSWER: 'The house does not answer, broh, so check your connection and try again.',
    TIMED_OUT: 'The house takes too long to answer, broh, so try again in a minute.',
  },
  genericReason: 'Something went out on our side, broh, so try again.',
  soon: 'a minute',
  /** While the browser solves a challenge. */
  solving: 'Counting wax drips so the bots stay outside...',
  position: (n: number) => `Number ${n} in line.`,
  estimate: (time: string) => `About ${time} to go.`,
  cancel: 'Cancel',
  notCancelled: 'The cancel did not get through, broh, so press it again.',
} as const
