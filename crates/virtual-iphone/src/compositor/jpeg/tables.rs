//! The tables of one quality, read from the headers that `jpeg-encoder` writes for it.

use jpeg_encoder::{ColorType, Encoder, EncodingError, SamplingFactor};

use super::dct;

const QUANTIZATION: u8 = 0xDB;
const HUFFMAN: u8 = 0xC4;
const FRAME: u8 = 0xC0;
const SCAN: u8 = 0xDA;

/// The codes of one kind of symbol.
#[derive(Debug)]
pub(super) struct Codes {
    of: [(u32, u32); 256],
}

impl Codes {
    /// From the number of codes of each length, and the symbols in order.
    fn new(counts: &[u8], symbols: &[u8]) -> Self {
        let mut of = [(0, 0); 256];
        let (mut code, mut symbols) = (0, symbols.iter());
        for (length, count) in (1..).zip(counts) {
            for symbol in symbols.by_ref().take(usize::from(*count)) {
                of[usize::from(*symbol)] = (code, length);
                code += 1;
            }
            code <<= 1;
        }
        Self { of }
    }

    /// Code and length of a symbol.
    pub(super) fn of(&self, symbol: u32) -> (u32, u32) {
        self.of[symbol as usize & 0xFF]
    }
}

/// All tables of a quality; class 0 is brightness, class 1 both colours.
pub(super) struct Tables {
    pub(super) quality: u8,
    header: Vec<u8>,
    /// Where in the header height and width are.
    size_at: usize,
    /// By what each coefficient is multiplied, in the order it is written, and which it is.
    factors: [[(f32, u8); 64]; 2],
    /// The steps of the means alone, for blocks of one colour.
    first: [f32; 2],
    pub(super) means: [Codes; 2],
    pub(super) steps: [Codes; 2],
    /// A flat unit of the colour of the one before.
    pub(super) same: (u32, u32),
}

impl Tables {
    pub(super) fn of(quality: u8) -> Result<Self, EncodingError> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, quality.clamp(1, 100));
        encoder.set_sampling_factor(SamplingFactor::F_2_2);
        encoder.encode(&[0; 16 * 16 * 3], 16, 16, ColorType::Rgb)?;
        let mut tables = Self {
            quality,
            header: Vec::new(),
            size_at: 0,
            factors: [[(0.0, 0); 64]; 2],
            first: [1.0; 2],
            means: [Codes::new(&[], &[]), Codes::new(&[], &[])],
            steps: [Codes::new(&[], &[]), Codes::new(&[], &[])],
            same: (0, 0),
        };
        let mut at = 2;
        while let Some([0xFF, marker, high, low]) =
            file.get(at..at + 4).and_then(<[u8]>::first_chunk::<4>)
        {
            let length = usize::from(u16::from_be_bytes([*high, *low]));
            let end = at + 2 + length;
            let body = file.get(at + 4..end).unwrap_or_default();
            match *marker {
                QUANTIZATION => tables.read_steps(body),
                HUFFMAN => tables.read_codes(body),
                FRAME => tables.size_at = at + 5,
                _ => {}
            }
            at = end;
            if *marker == SCAN {
                break;
            }
        }
        file.truncate(at);
        tables.header = file;
        tables.same = tables.unchanged();
        Ok(tables)
    }

    fn read_steps(&mut self, body: &[u8]) {
        for table in body.chunks_exact(65) {
            let class = usize::from(table[0] & 1);
            for (place, step) in table[1..].iter().enumerate() {
                let natural = zigzag(place);
                let (row, column) = (natural / 8, natural % 8);
                let factor = 1.0 / (f32::from(*step) * dct::scale(row, column));
                self.factors[class][place] = (factor, natural as u8);
            }
            self.first[class] = f32::from(table[1]);
        }
    }

    fn read_codes(&mut self, mut body: &[u8]) {
        while let Some((head, rest)) = body.split_first_chunk::<17>() {
            let total: usize = head[1..].iter().map(|count| usize::from(*count)).sum();
            let Some(symbols) = rest.get(..total) else { return };
            let codes = Codes::new(&head[1..], symbols);
            let class = usize::from(head[0] & 1);
            let known = if head[0] < 0x10 { &mut self.means } else { &mut self.steps };
            known[class] = codes;
            body = &rest[total..];
        }
    }

    /// Four blocks of brightness and two of colour, none of which differs from what was before.
    fn unchanged(&self) -> (u32, u32) {
        let mut all = (0, 0);
        for class in [0, 0, 0, 0, 1, 1] {
            for (code, length) in [self.means[class].of(0), self.steps[class].of(0)] {
                all = (all.0 << length | code, all.1 + length);
            }
        }
        all
    }

    /// Everything before the scan, for a frame of that size.
    pub(super) fn header(&self, width: u32, height: u32) -> Vec<u8> {
        let mut header = self.header.clone();
        let sides = [(height as u16).to_be_bytes(), (width as u16).to_be_bytes()].concat();
        if let Some(place) = header.get_mut(self.size_at..self.size_at + 4) {
            place.copy_from_slice(&sides);
        }
        header
    }

    /// The levels of a transformed block, in the order they are written.
    pub(super) fn levels(&self, block: &[[f32; 8]; 8], class: usize) -> [i32; 64] {
        let flat = block.as_flattened();
        std::array::from_fn(|place| {
            let (factor, natural) = self.factors[class][place];
            let level = flat[usize::from(natural) & 63] * factor;
            (level + 0.5_f32.copysign(level)) as i32
        })
    }

    /// The mean's level of a block of one value.
    pub(super) fn flat_level(&self, value: u8, class: usize) -> i32 {
        let level = (f32::from(value) - 128.0) * 8.0 / self.first[class];
        (level + 0.5_f32.copysign(level)) as i32
    }
}

/// Which coefficient, counted row by row, is written at a place: the diagonals, back and forth.
fn zigzag(place: usize) -> usize {
    let mut left = place;
    for diagonal in 0..15_usize {
        let (start, end) = (diagonal.saturating_sub(7), diagonal.min(7));
        let count = end - start + 1;
        if left < count {
            let along = start + left;
            let (row, column) = if diagonal % 2 == 0 {
                (diagonal - along, along)
            } else {
                (along, diagonal - along)
            };
            return row * 8 + column;
        }
        left -= count;
    }
    63
}

#[cfg(test)]
mod tests {
    use super::{Tables, zigzag};

    #[test]
    fn coefficients_are_written_along_the_diagonals() {
        let start: Vec<usize> = (0..11).map(zigzag).collect();
        assert_eq!(start, [0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32]);
        let mut all: Vec<usize> = (0..64).map(zigzag).collect();
        assert_eq!(all.last(), Some(&63));
        all.sort_unstable();
        assert_eq!(all, (0..64).collect::<Vec<_>>());
    }

    #[test]
    fn every_quality_has_codes_and_a_unit_that_repeats_in_32_bits() {
        for quality in [1, 25, 100] {
            let tables = Tables::of(quality).unwrap();
            assert_eq!(tables.same.1, 32);
            assert!(tables.steps.iter().all(|codes| codes.of(0xF0).1 > 0));
            assert_eq!(tables.header(1206, 2622)[tables.size_at..][..4], [10, 62, 4, 182]);
        }
    }
}
