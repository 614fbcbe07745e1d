/** What the house says of any job. */
export const texts = {
  /** Why it takes no more for now, and what to do, by the failure's code. {time} is the time to come back in. */
  reasons: {
    RATE_LIMITED: 'The wick needs a breather, broh, so come back in {time}.',
    BUDGET_SPENT: 'Today’s wax is all burnt, so come back in {time} for fresh candles.',
    LANE_SHARE_SPENT: 'Your network has had its share of today’s wax, broh, so come back in {time}.',
    QUEUE_FULL: 'The queue is longer than five minutes, broh, so come back in {time}.',
    LANE_FULL: 'Your network has enough in the queue, broh, so come back in {time}.',
    BUSY: 'The house is packed right now, broh, so try again in {time}.',
    NO_ANSWER: 'The house does not answer, broh, so check your connection and try again.',
    TIMED_OUT: 'The house takes too long to answer, broh, so try again in a minute.',
  },
  anyReason: 'Something went out on our side, broh, so try again.',
  soon: 'a minute',
  place: 'Number {n} in line.',
  estimate: 'About {time} to go.',
  cancel: 'Cancel',
  notCancelled: 'The cancel did not get through, broh, so press it again.',
} as const
