//! The forward transform of a block, after Arai, Agui and Nakajima (1988).
//!
//! Its results are scaled by row and column; `scale` says how, and the division by the quality's
//! steps undoes it.

type Row = [f32; 8];

const SCALES: Row =
    [1.0, 1.387_039_8, 1.306_563, 1.175_875_6, 1.0, 0.785_694_96, 0.541_196_1, 0.275_899_38];

/// By how much the coefficient of a row and a column comes out too large.
pub(super) fn scale(row: usize, column: usize) -> f32 {
    SCALES[row] * SCALES[column] * 8.0
}

/// The scaled coefficients, rows of frequencies from top to bottom.
pub(super) fn forward(block: [Row; 8]) -> [Row; 8] {
    transposed(&columns(&transposed(&columns(&block))))
}

fn transposed(block: &[Row; 8]) -> [Row; 8] {
    std::array::from_fn(|y| std::array::from_fn(|x| block[x][y]))
}

fn sum(a: &Row, b: &Row) -> Row {
    std::array::from_fn(|i| a[i] + b[i])
}

fn difference(a: &Row, b: &Row) -> Row {
    std::array::from_fn(|i| a[i] - b[i])
}

fn times(a: &Row, factor: f32) -> Row {
    std::array::from_fn(|i| a[i] * factor)
}

/// Transforms all eight columns at once.
fn columns(d: &[Row; 8]) -> [Row; 8] {
    let near: [Row; 4] = std::array::from_fn(|i| sum(&d[i], &d[7 - i]));
    let far: [Row; 4] = std::array::from_fn(|i| difference(&d[i], &d[7 - i]));
    let (outer, inner) = (sum(&near[0], &near[3]), sum(&near[1], &near[2]));
    let (edge, core) = (difference(&near[0], &near[3]), difference(&near[1], &near[2]));
    let turn = times(&sum(&core, &edge), std::f32::consts::FRAC_1_SQRT_2);

    let (a, b, c) = (sum(&far[3], &far[2]), sum(&far[2], &far[1]), sum(&far[1], &far[0]));
    let shared = times(&difference(&a, &c), 0.382_683_43);
    let low = sum(&times(&a, 0.541_196_1), &shared);
    let high = sum(&times(&c, 1.306_563), &shared);
    let middle = times(&b, std::f32::consts::FRAC_1_SQRT_2);
    let (plus, minus) = (sum(&far[0], &middle), difference(&far[0], &middle));
    [
        sum(&outer, &inner),
        sum(&plus, &high),
        sum(&edge, &turn),
        difference(&minus, &low),
        difference(&outer, &inner),
        sum(&minus, &low),
        difference(&edge, &turn),
        difference(&plus, &high),
    ]
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::{forward, scale};

    #[test]
    fn the_transform_is_that_of_the_standard() {
        let pixel = |y: usize, x: usize| ((y * 37 + x * 101) % 255) as f32 - 128.0;
        let block = std::array::from_fn(|y| std::array::from_fn(|x| pixel(y, x)));
        let ours = forward(block);
        let wave = |at: usize, f: usize| ((2 * at + 1) as f64 * f as f64 * PI / 16.0).cos();
        let norm = |f: usize| if f == 0 { 0.5_f64.sqrt() } else { 1.0 };
        for (v, row) in ours.iter().enumerate() {
            for (u, value) in row.iter().enumerate() {
                let places = (0..8).flat_map(|y| (0..8).map(move |x| (y, x)));
                let total: f64 =
                    places.map(|(y, x)| f64::from(pixel(y, x)) * wave(x, u) * wave(y, v)).sum();
                let exact = total * norm(u) * norm(v) / 4.0;
                assert!((f64::from(value / scale(v, u)) - exact).abs() < 0.01, "{v} {u}");
            }
        }
    }
}
