//! Bits on their way into a JPEG's scan, and how numbers are written in it.

/// A scan after its headers; a byte of ones is followed by one of zeros.
pub(super) struct Bits {
    file: Vec<u8>,
    held: u64,
    count: u32,
}

impl Bits {
    pub(super) fn after(header: Vec<u8>) -> Self {
        Self { file: header, held: 0, count: 0 }
    }

    /// Adds the lowest `length` bits of a code, at most 32.
    pub(super) fn put(&mut self, code: u32, length: u32) {
        self.held = self.held << length | u64::from(code);
        self.count += length;
        while self.count >= 8 {
            self.count -= 8;
            let byte = (self.held >> self.count) as u8;
            self.file.push(byte);
            if byte == 0xFF {
                self.file.push(0);
            }
        }
    }

    /// The file so far; the last byte is filled up with ones.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            let missing = 8 - self.count;
            self.put((1 << missing) - 1, missing);
        }
        self.file
    }
}

/// How many bits a number takes without its sign.
pub(super) fn size(number: i32) -> u32 {
    u32::BITS - number.unsigned_abs().leading_zeros()
}

/// Those bits: of a negative number, its predecessor's.
pub(super) fn tail(number: i32, size: u32) -> u32 {
    let number = if number < 0 { number - 1 } else { number };
    number as u32 & ((1 << size) - 1)
}

#[cfg(test)]
mod tests {
    use super::{Bits, size, tail};

    #[test]
    fn numbers_are_written_as_in_the_standard() {
        let of = |number| (size(number), tail(number, size(number)));
        assert_eq!([of(0), of(1), of(-1)], [(0, 0), (1, 1), (1, 0)]);
        assert_eq!([of(5), of(-5), of(-7)], [(3, 0b101), (3, 0b010), (3, 0b000)]);
    }

    #[test]
    fn a_byte_of_ones_is_marked_and_the_rest_filled() {
        let mut bits = Bits::after(vec![7]);
        bits.put(0xFFF, 12);
        bits.put(0, 2);
        assert_eq!(bits.finish(), [7, 0xFF, 0, 0b1111_0011]);
    }
}
