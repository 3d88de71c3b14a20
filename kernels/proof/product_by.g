# kernels/proof/product_by.g - Gappa 1.4: the bound of the product with one power for many, in
# kernels/round.h (multiply_proved_by), where the margin is part of the power's lower half.
#
# As in product.g v = (H + L) * (h + l) * (1 + d), L = H * x, l = h * y, and H and h are scaled to
# [1, 2], which is exact for normal numbers. The margin m = 2^-100 h is added to l and rounded; twice
# it, which is exact, is taken from the upper end for the lower one.
@rnd = float<ieee_64, ne>;

H = rnd(H_);
h = rnd(h_);
p = rnd(H * h);
e1 = H * h - p;
less = rnd(h * y + h * 1b-100);
e2 rnd= e1 + (H * x) * h;
upper = rnd(e2 + H * less);
lower = rnd(upper - H * (h * 1b-99));

v = H * h * ((1 + x) * (1 + y) * (1 + d));

{ H in [1, 2] /\ h in [1, 2] /\ |x| <= 1b-53 /\ |y| <= 1b-53 /\ |d| <= 1b-106
  -> (p + upper - v) / p in [1b-102, 1b-98]
  /\ (v - (p + lower)) / p in [1b-102, 1b-98] }

p + upper - v -> (upper - (e2 + H * less)) + (e2 - (e1 + (H * x) * h))
                 + H * (less - (h * y + h * 1b-100)) + H * h * 1b-100
                 - H * h * (x * y + d * ((1 + x) * (1 + y)));
v - (p + lower) -> H * h * (x * y + d * ((1 + x) * (1 + y)))
                   - (lower - (upper - H * (h * 1b-99))) - (upper - (e2 + H * less))
                   - (e2 - (e1 + (H * x) * h)) - H * (less - (h * y + h * 1b-100))
                   + H * h * 1b-100;
