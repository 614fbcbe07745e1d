/** Every text of the page /safety. {name} is the brand's name. What is kept how long is docs/retention.md's to say. */
export const texts = {
  title: 'Safe by candlelight',
  intro: 'What machines look at on {name}, who has the last word, and how you get heard. No smoke, no mirrors.',
  figures: {
    title: 'The last 30 days',
    waiting: 'Counting the wax drops',
    counted: 'Counted a moment ago. Nobody is named, broh.',
    failed: 'The counts do not come right now, broh. Everything below holds all the same.',
    operators: 'Decisions by people',
    automatic: 'Hidden automatically',
    automaticHint: 'until a person looks',
    reports: 'Reports',
    appeals: 'Appeals',
    takedowns: 'Takedown requests',
    wait: 'Median wait',
    waitHint: 'until a person decided',
    decisions: '{leave} left, {hide} hidden, {remove} removed, {restore} restored',
    upheld: '{count} upheld',
    restored: '{count} restored',
    takedownsHint: 'without key or proof',
  },
  chapters: [
    {
      id: 'machines',
      title: 'What machines judge',
      list: [
        'Words: a word filter, and an AI provider where one is set up, read every text before it is shown or spoken. Links are refused.',
        'Pictures: such a provider looks at the finished picture. One that it flags is not shown.',
        'Never you: they get the text or the picture, and not whose it is. No account is judged by a machine.',
      ],
    },
    {
      id: 'people',
      title: 'Who decides',
      list: [
        'People do. Operators leave, hide, remove or restore, and give a reason that the maker can read.',
        'Enough reports from different networks hide a picture or a video until an operator looks.',
        'What an operator left or restored is not hidden by reports again. Names on a wall never are.',
      ],
    },
    {
      id: 'report',
      title: 'How to report',
      list: [
        'Press Report beside a picture, a video or a name on a wall, and say what is wrong.',
        'One report of a device counts. Reports that turn out wrong make the next ones weigh less.',
        'What is about you, or somebody you know, can be taken down without a key and without proof.',
      ],
    },
    {
      id: 'appeal',
      title: 'How to appeal',
      list: [
        'My posts, in the {name}verse, shows which picture was hidden, why and since when. The page of a video shows the same.',
        'You appeal there once for each decision. An operator answers, and that answer is final.',
      ],
    },
  ],
  kept: {
    title: 'What is kept, and for how long',
    what: 'What',
    time: 'Kept',
    rows: [
      ['Where a report came from, as a hash of the network', '7 days'],
      ['What a report says', '30 days after the decision'],
      ['The file of a removed picture', '30 days, and until an open appeal is answered'],
      ['How a removed picture looked, as a hash', 'a year'],
      ['What an appeal says', 'a year after the answer'],
      ['Pictures, speech and videos that you did not share', '7 days'],
      ['What was decided', 'for good'],
    ],
  },
  reach: {
    title: 'How to reach us',
    text: 'Something here should not be here? Say where it is and why. A person reads it.',
    action: 'Take something down',
  },
} as const
