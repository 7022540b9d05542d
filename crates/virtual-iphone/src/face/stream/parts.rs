//! The bytes of the stream around its pictures.
//!
//! The declared boundary already holds the two dashes and the line between parts adds none, so strict
//! readers of multipart fail on the real runner too. `X-Virtual-Now-Ms` is ours.

/// What a viewer gets as soon as it has said anything.
pub(super) const HEADER: &str = "HTTP/1.0 200 OK\r\n\
    Server: WDA MJPEG Server\r\n\
    Connection: close\r\n\
    Max-Age: 0\r\n\
    Expires: 0\r\n\
    Cache-Control: no-cache, private\r\n\
    Pragma: no-cache\r\n\
    Content-Type: multipart/x-mixed-replace; boundary=--BoundaryString\r\n\r\n";

/// One part with its picture.
pub(super) fn part(jpeg: &[u8], now_ms: u64) -> Vec<u8> {
    let head = format!(
        "--BoundaryString\r\nContent-type: image/jpeg\r\nContent-Length: {}\r\nX-Virtual-Now-Ms: {now_ms}\r\n\r\n",
        jpeg.len()
    );
    [head.as_bytes(), jpeg, b"\r\n\r\n"].concat()
}

#[cfg(test)]
mod tests {
    use super::part;

    #[test]
    fn a_part_is_a_line_a_head_a_picture_and_two_line_ends() {
        let bytes = part(b"\xff\xd8", 42);
        let head = b"--BoundaryString\r\nContent-type: image/jpeg\r\nContent-Length: 2\r\n";
        assert!(bytes.starts_with(head));
        assert!(bytes.ends_with(b"\r\nX-Virtual-Now-Ms: 42\r\n\r\n\xff\xd8\r\n\r\n"));
    }
}
