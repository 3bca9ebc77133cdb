/** The five smaller installations: their areas and equipment. */
import type { RigPlan } from './rig.ts';

/** Northmere Fell, a jack-up; the inspection of its derrick adds a place and six things of its own. */
export const FELL: RigPlan = {
  letters: 'NMF',
  areas: [
    {
      name: 'Derrick',
      letters: 'DRK',
      kind: 'derrick',
      heights: [12, 50],
      levels: [
        { name: 'Crown', heights: [46, 50] },
        { name: 'Monkey board', heights: [25, 27] },
        { name: 'Girts 1–6', heights: [13, 24] },
      ],
      holds: {
        Floodlight: 10,
        'CCTV Camera': 2,
        'Junction Box': 6,
        'PA Speaker and Beacon': 3,
        'Cable Tray': 8,
        'Sheave / Snatch Block': 6,
        'Handrail and Gate': 4,
        'Fixed Ladder': 2,
        'Structural Member': 8,
        Padeye: 4,
      },
    },
    {
      name: 'Drill floor',
      letters: 'DFL',
      kind: 'deck',
      heights: [8, 12],
      levels: [],
      holds: {
        Floodlight: 6,
        'Gas Detector': 4,
        'PA Speaker and Beacon': 2,
        'Sheave / Snatch Block': 2,
        'Air Winch (Tugger)': 3,
        'Handrail and Gate': 4,
        Padeye: 4,
      },
    },
    {
      name: 'Cantilever',
      letters: 'CAN',
      kind: 'deck',
      heights: [5, 9],
      levels: [],
      holds: {
        Floodlight: 4,
        'Safety Net': 2,
        'Handrail and Gate': 2,
        'Grating Panel': 6,
        'Fixed Ladder': 2,
        Padeye: 4,
      },
    },
    {
      name: 'Jack houses',
      letters: 'JKH',
      kind: 'legs',
      heights: [4, 22],
      levels: [
        { name: 'Forward', spoken: 'fwd jack house', heights: [4, 22] },
        { name: 'Port aft', spoken: 'port aft jack house', heights: [4, 22] },
        { name: 'Starboard aft', spoken: 'stbd aft jack house', heights: [4, 22] },
      ],
      holds: {
        Floodlight: 6,
        'Junction Box': 6,
        'Cable Tray': 3,
        'Handrail and Gate': 3,
        'Fixed Ladder': 2,
        'Structural Member': 4,
      },
    },
    {
      name: 'Main deck',
      letters: 'MDK',
      kind: 'store',
      heights: [3.1, 6],
      levels: [{ name: 'Lifting store', heights: [3.1, 4], takes: ['Shackle', 'Wire Rope Sling', 'Chain Hoist'] }],
      holds: {
        Floodlight: 3,
        'Sheave / Snatch Block': 2,
        Padeye: 2,
        Shackle: 6,
        'Wire Rope Sling': 4,
        'Chain Hoist': 2,
      },
    },
  ],
};

/** Northmere Scaur, a drillship. */
export const SCAUR: RigPlan = {
  letters: 'NMS',
  areas: [
    {
      name: 'Derrick',
      letters: 'DRK',
      kind: 'derrick',
      heights: [14, 62],
      levels: [
        { name: 'Crown', heights: [56, 62] },
        { name: 'Upper girts', heights: [34, 55] },
        { name: 'Lower girts', heights: [15, 33] },
      ],
      holds: {
        Floodlight: 12,
        'CCTV Camera': 3,
        'Junction Box': 6,
        'PA Speaker and Beacon': 3,
        'Cable Tray': 8,
        'Sheave / Snatch Block': 5,
        'Handrail and Gate': 4,
        'Fixed Ladder': 2,
      },
    },
    {
      name: 'Moonpool',
      letters: 'MPL',
      kind: 'deck',
      heights: [3.1, 9],
      levels: [],
      holds: { Floodlight: 3, 'Gas Detector': 4, 'Grating Panel': 8, 'Fixed Ladder': 1, Padeye: 4 },
    },
    {
      name: 'Drill floor',
      letters: 'DFL',
      kind: 'deck',
      heights: [10, 15],
      levels: [],
      holds: { Floodlight: 4, 'Gas Detector': 4, 'Air Winch (Tugger)': 2, 'Handrail and Gate': 3 },
    },
    {
      name: 'Aft deck',
      letters: 'AFT',
      kind: 'deck',
      heights: [3.1, 8],
      levels: [],
      holds: { Floodlight: 4, Padeye: 3 },
    },
  ],
};

const JACKET_LEGS = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'] as const;

/** Skerrow Haaf A, a fixed platform on eight legs. */
export const HAAF_A: RigPlan = {
  letters: 'SHA',
  areas: [
    {
      name: 'Weather deck',
      letters: 'WDK',
      kind: 'process',
      heights: [4, 12],
      levels: [],
      holds: {
        Floodlight: 10,
        'CCTV Camera': 2,
        'PA Speaker and Beacon': 3,
        'Handrail and Gate': 6,
        'Grating Panel': 3,
      },
    },
    {
      name: 'East pedestal crane',
      letters: 'ECR',
      spoken: 'EAST crane',
      kind: 'crane',
      heights: [12, 34],
      levels: [],
      holds: {
        Floodlight: 3,
        'Junction Box': 2,
        'Sheave / Snatch Block': 1,
        'Fixed Ladder': 1,
        Shackle: 3,
        'Wire Rope Sling': 3,
        'Pedestal Crane': 1,
      },
    },
    {
      name: 'Cellar deck',
      letters: 'CDK',
      kind: 'process',
      heights: [3.1, 8],
      levels: [],
      holds: { Floodlight: 6, 'Junction Box': 4, 'Gas Detector': 4, 'Grating Panel': 8 },
    },
    {
      name: 'Wellhead module',
      letters: 'WHM',
      kind: 'process',
      heights: [4, 14],
      levels: [
        { name: 'Mezzanine', spoken: 'wellhead mezzanine', heights: [4, 8] },
        { name: 'Upper', spoken: 'wellhead upper deck', heights: [9, 14] },
      ],
      holds: {
        Floodlight: 5,
        'Junction Box': 5,
        'Gas Detector': 6,
        'PA Speaker and Beacon': 2,
        'Cable Tray': 4,
      },
    },
    {
      name: 'Process module',
      letters: 'PRM',
      kind: 'process',
      heights: [4, 18],
      levels: [
        { name: 'Separator deck', heights: [4, 10] },
        { name: 'Compressor deck', heights: [11, 18] },
      ],
      holds: {
        Floodlight: 6,
        'Junction Box': 6,
        'Gas Detector': 4,
        'PA Speaker and Beacon': 2,
        'Cable Tray': 4,
      },
    },
    {
      name: 'Jacket legs',
      letters: 'JKT',
      kind: 'process',
      heights: [3.1, 16],
      levels: JACKET_LEGS.map((leg) => ({ name: `Leg ${leg}`, spoken: `leg ${leg}`, heights: [3.1, 16] as const })),
      holds: { 'Fixed Ladder': 8, 'Handrail and Gate': 2, Padeye: 8 },
    },
  ],
};

/** Skerrow Haaf B, an unmanned wellhead platform. */
export const HAAF_B: RigPlan = {
  letters: 'SHB',
  areas: [
    {
      name: 'Weather deck',
      letters: 'WDK',
      kind: 'process',
      heights: [4, 9],
      levels: [],
      holds: { Floodlight: 4, 'PA Speaker and Beacon': 1, 'Handrail and Gate': 4, 'Grating Panel': 3 },
    },
    {
      name: 'Wellhead deck',
      letters: 'WHD',
      kind: 'process',
      heights: [3.1, 7],
      levels: [],
      holds: { Floodlight: 4, 'Junction Box': 4, 'Gas Detector': 4, 'Cable Tray': 3 },
    },
    {
      name: 'Boat landing',
      letters: 'BTL',
      kind: 'process',
      heights: [3.1, 6],
      levels: [],
      holds: { 'Handrail and Gate': 4, 'Grating Panel': 3, 'Fixed Ladder': 3 },
    },
  ],
};

/** Vantry Corrie, a construction vessel. */
export const CORRIE: RigPlan = {
  letters: 'VMC',
  areas: [
    {
      name: 'Main crane',
      letters: 'MCR',
      spoken: 'MAIN crane',
      kind: 'crane',
      heights: [16, 48],
      levels: [
        { name: 'Boom', spoken: 'MAIN crane boom', heights: [18, 48] },
        { name: 'A-frame and cab', spoken: 'MAIN crane A-frame', heights: [16, 30] },
      ],
      holds: {
        Floodlight: 5,
        'Junction Box': 3,
        'Sheave / Snatch Block': 2,
        'Handrail and Gate': 2,
        'Fixed Ladder': 1,
        Shackle: 4,
        'Wire Rope Sling': 4,
        'Pedestal Crane': 1,
      },
    },
    {
      name: 'Moonpool tower',
      letters: 'MPT',
      kind: 'derrick',
      heights: [8, 32],
      levels: [
        { name: 'Upper', spoken: 'tower upper section', heights: [20, 32] },
        { name: 'Lower', spoken: 'tower lower section', heights: [8, 19] },
      ],
      holds: {
        Floodlight: 6,
        'CCTV Camera': 1,
        'Cable Tray': 4,
        'Sheave / Snatch Block': 3,
        'Fixed Ladder': 2,
        Padeye: 3,
      },
    },
    {
      name: 'Work deck',
      letters: 'WDK',
      kind: 'deck',
      heights: [3.1, 8],
      levels: [],
      holds: { Floodlight: 4, 'Air Winch (Tugger)': 2, 'Handrail and Gate': 3, Padeye: 4 },
    },
    {
      name: 'ROV hangar',
      letters: 'ROV',
      spoken: 'ROV hangar',
      kind: 'store',
      heights: [3.1, 7],
      levels: [],
      holds: { 'Chain Hoist': 4, Shackle: 2, 'Wire Rope Sling': 2 },
    },
  ],
};
